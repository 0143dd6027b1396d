import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../layout/parts";

const FEW = 5;

/** The first five of a list, and the button that shows the others; null when there are no others. */
export function useFirst<T>(all: T[]): { shown: T[]; more: ReactNode } {
  const { t } = useTranslation("history");
  const [isWhole, setIsWhole] = useState(false);
  const more = all.length > FEW && (
    <Button kind="quiet" icon={isWhole ? "up" : "down"} onClick={() => setIsWhole(!isWhole)}>
      {isWhole ? t("less") : t("more", { count: all.length - FEW })}
    </Button>
  );
  return { shown: isWhole ? all : all.slice(0, FEW), more: more || null };
}
