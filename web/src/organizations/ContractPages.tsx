import { type ApiError, fileBlob, Loaded, PdfView } from "@comptoir/kit";
import useSWR from "swr";
import { contractPath } from "./api";

/** The contract itself, in the page. */
export function ContractPages({ organizationId, fileId }: { organizationId: string; fileId: string }) {
  const path = contractPath(organizationId);
  // A file stays as it is: what refreshes its organization does not fetch it again, least of all once it is deleted.
  const file = useSWR<Blob, ApiError>(["file", path, fileId], () => fileBlob(path), {
    revalidateOnFocus: false,
  });
  return (
    <Loaded of={{ ...file, retry: () => void file.mutate() }} lines={12}>
      {(src) => <PdfView src={src} />}
    </Loaded>
  );
}
