import type { ReactNode } from "react";
import { useMayOpen } from "../access/screens";
import type { Rows } from "../api/hooks";
import type { IconName } from "../display/icons";
import { Empty } from "../display/states";
import { type Crumb, Page } from "../layout/Page";
import { Button } from "../layout/parts";
import { DataTable, type DataTableProps } from "../list/DataTable";
import { Others } from "./Others";

type TableProps<Row> = Omit<DataTableProps<Row>, "caption" | "createTo" | "empty" | "rows" | "rowKey">;

interface ListPageProps<Row> extends TableProps<Row> {
  /** What is listed: "Orders". */
  title: string;
  rows: Rows<Row>;
  /** What tells rows apart; without it their `id`. */
  rowKey?: (row: Row) => string;
  /** The screen that makes a new one, by button and by the key `c`: for those who may open it. */
  create?: { to: string; label: string };
  /** Other screens that lead on from here: for those who may open them. */
  links?: { to: string; label: string; icon: IconName }[];
  /** Other things to do, before the buttons that lead somewhere; where one may create, both are behind three dots on phones. */
  actions?: ReactNode;
  breadcrumbs?: Crumb[];
  /** Why there is nothing yet, and the next step: without `action` the button that creates. */
  empty: { title: string; text: ReactNode; icon?: IconName; action?: ReactNode };
  /** Above the list. */
  head?: ReactNode;
  /** Below the list: the windows that it opens. */
  children?: ReactNode;
}

const idOf = (row: unknown) => (row as { id: string }).id;

/** The screen of a list, as a declaration. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    create,
    links = [],
    actions,
    breadcrumbs,
    empty,
    head,
    children,
    rowKey = idOf,
    ...table
  } = props;
  const mayOpen = useMayOpen();
  const createTo = create && mayOpen(create.to) ? create.to : undefined;
  const button = create && createTo !== undefined && (
    <Button kind="primary" icon="add" to={createTo}>
      {create.label}
    </Button>
  );
  const ways = links.filter(({ to }) => mayOpen(to));
  const others = (actions || ways.length > 0) && (
    <>
      {actions}
      {ways.map(({ to, label, icon }) => (
        <Button key={to} icon={icon} to={to}>
          {label}
        </Button>
      ))}
    </>
  );
  return (
    <Page
      title={title}
      breadcrumbs={breadcrumbs}
      actions={
        button && others ? (
          <>
            <Others>{others}</Others>
            {button}
          </>
        ) : (
          button || others
        )
      }
    >
      {head}
      <DataTable
        {...table}
        caption={title}
        rowKey={rowKey}
        createTo={createTo}
        empty={
          <Empty icon={empty.icon} title={empty.title} action={empty.action ?? button}>
            {empty.text}
          </Empty>
        }
      />
      {children}
    </Page>
  );
}
