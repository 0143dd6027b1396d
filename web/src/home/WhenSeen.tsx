import { Fetching, SkeletonLines, useWasSeen } from "@comptoir/kit";
import { type ReactNode, useRef } from "react";

/** As much of it has to be in sight: who only passes by needs none of it. */
const SHOWN = "0px 0px -100px";

/**
 * What is fetched by who looks at it. Its place is kept until then, and from then on.
 *
 * @param isPlaced false while what stands above it is on its way, and may yet push it down
 */
export function WhenSeen(props: { isPlaced: boolean; className: string | undefined; children: ReactNode }) {
  const { isPlaced, className, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const wasSeen = useWasSeen(place, SHOWN, isPlaced);
  return (
    <div ref={place} className={className}>
      {wasSeen && <Fetching fallback={<SkeletonLines lines={12} />}>{children}</Fetching>}
    </div>
  );
}
