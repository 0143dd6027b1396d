import {
  type ApiError,
  Button,
  Dialog,
  Loaded,
  PdfView,
  Row,
  SkeletonLines,
  Stack,
  saveFile,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import useSWR from "swr";

interface PdfProps {
  /** What its file is called. */
  name: string;
  /** What tells this state of it from others: it is fetched once for each. */
  of: string[];
  load: () => Promise<Blob>;
  /** Why there is none, where that is known better than by the error's kind. */
  explain?: (error: ApiError) => ReactNode;
}

function Pages({ name, of, load, explain }: PdfProps) {
  const { t } = useTranslation("invoices");
  const file = useSWR<Blob, ApiError>(["file", ...of], load, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  // The last answer is not what was asked for now.
  if (file.error && file.isValidating) return <SkeletonLines lines={12} />;
  const reason = file.error && explain?.(file.error);
  if (reason) return reason;
  return (
    <Loaded of={{ ...file, retry: () => void file.mutate() }} lines={12}>
      {(pdf) => (
        <Stack>
          <Row justify="end">
            <Button icon="download" onClick={() => saveFile(pdf, name)}>
              {t("pdf.save")}
            </Button>
          </Row>
          <PdfView src={pdf} />
        </Stack>
      )}
    </Loaded>
  );
}

/** A document of an invoice, in a window over the page. */
export function PdfDialog({
  title,
  open,
  onClose,
  ...pdf
}: PdfProps & { title: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={title} open={open} onClose={onClose} wide>
      <Pages {...pdf} />
    </Dialog>
  );
}
