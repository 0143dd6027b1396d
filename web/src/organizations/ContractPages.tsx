import { type ApiError, attempt, ErrorView, fileBlob, PdfView, SkeletonLines } from "@comptoir/kit";
import { useCallback, useEffect, useState } from "react";
import { contractPath } from "./api";

/** The contract itself, in the page. */
export function ContractPages({ organizationId }: { organizationId: string }) {
  const [file, setFile] = useState<Blob | null>(null);
  const [error, setError] = useState<ApiError | null>(null);

  const load = useCallback(async () => {
    setError(null);
    const answer = await attempt(() => fileBlob(contractPath(organizationId)));
    if ("error" in answer) setError(answer.error);
    else setFile(answer.value);
  }, [organizationId]);
  useEffect(() => void load(), [load]);

  if (error) return <ErrorView error={error} retry={() => void load()} />;
  return file ? <PdfView src={file} /> : <SkeletonLines lines={12} />;
}
