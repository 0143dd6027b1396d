import { type ReactNode, useId } from "react";
import classes from "./FormSection.module.css";

interface FormSectionProps {
  title: string;
  /** A sentence: what these fields are for. */
  description?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together: what they are on the left, the fields in a card on the right. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

/** Fields side by side, two where there is room. */
export function FormGrid(props: { children: ReactNode }) {
  return <div className={classes.grid}>{props.children}</div>;
}
