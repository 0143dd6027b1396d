import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client, unwrap } from "../api/client";
import { useAct } from "../feedback/act";
import { Button, Link } from "../layout/parts";
import type { PriceChanges } from "./prices";

interface SimulateProps {
  provider: string;
  changes: PriceChanges;
}

/**
 * Tries changes on the orders of the last three months. What came of it has a page of its own, which opens beside: the grid
 * keeps what is not saved.
 */
export function Simulate({ provider, changes }: SimulateProps) {
  const { t } = useTranslation("carriers");
  const [tried, setTried] = useState<string | null>(null);
  const [simulate, busy] = useAct(() => ({
    run: async () => {
      const { data } = await unwrap(client.POST("/shipping/simulation", { body: { provider, ...changes } }));
      setTried(data.id);
    },
    failed: t("review.notSimulated"),
    done: t("review.simulating"),
  }));
  return (
    <>
      {tried && (
        <Link to={`/admin/shipping/simulation/${tried}`} external>
          {t("review.seeSimulation")}
        </Link>
      )}
      <Button icon="analytics" busy={busy} onClick={() => void simulate()}>
        {t("review.simulate")}
      </Button>
    </>
  );
}
