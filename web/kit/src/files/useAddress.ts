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
    let made: string | undefined;
    load().then(
      (content) => {
        if (!isHere) return;
        if (typeof content !== "string") made = URL.createObjectURL(content);
        setAddress(made ?? (content as string));
      },
      () => isHere && setHasFailed(true),
    );
    return () => {
      isHere = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [load]);
  return { address, hasFailed, fail };
}
