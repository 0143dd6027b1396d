import { type RefObject, useEffect, useState } from "react";

/**
 * True from the first time that an element is in sight.
 *
 * @param margin beyond the visible part of the page, or within it: "600px", "0px 0px -100px"
 * @param isWatched false while it may yet be pushed elsewhere
 */
export function useWasSeen(ref: RefObject<Element | null>, margin: string, isWatched = true): boolean {
  const [wasSeen, setWasSeen] = useState(false);
  useEffect(() => {
    if (wasSeen || !isWatched || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWasSeen(true),
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [wasSeen, isWatched, margin, ref]);
  return wasSeen;
}
