import { type ApiError, fileBlob, Loaded, PdfView } from "@comptoir/kit";
import useSWR from "swr";
import { contractPath } from "./api";

/** The contract itself, in the page. */
export function ContractPages({ organizationId, fileId }: { organizationId: string; fileId: string }) {
  const path = contractPath(organizationId);
  const file = useSWR<Blob, ApiError>([path, fileId], () => fileBlob(path), { revalidateOnFocus: false });
  return (
    <Loaded of={{ ...file, retry: () => void file.mutate() }} lines={12}>
      {(src) => <PdfView src={src} />}
    </Loaded>
  );
}
