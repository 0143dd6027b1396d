import { useEffect, useState } from "react";

/**
 * The address of a picture while it is shown; null until it is known.
 *
 * @param load what gives the picture or its address. It has to stay the same
 */
export function useAddress(load: () => Promise<Blob | string>) {
  const [address, setAddress] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const fail = () => setHasFailed(true);
  useEffect(() => {
    let isHere = true;
    let objectUrl: string | undefined;
    load().then(
      (content) => {
        if (!isHere) return;
        if (typeof content !== "string") objectUrl = URL.createObjectURL(content);
        setAddress(objectUrl ?? (content as string));
      },
      () => isHere && setHasFailed(true),
    );
    return () => {
      isHere = false;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [load]);
  return { address, hasFailed, fail };
}
