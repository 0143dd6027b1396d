import { Button, Link, Page, Stack } from "@comptoir/kit";
import { useState } from "react";
import { ASKED, BY_KIT, OWN } from "./attempts";
import { ENDS } from "./ends";

/** How long a page's own means are waited for: some never say that they came to nothing. */
const OWN_MS = 2_000;

/** Each attempt by its name, and what came of it. The portal answers each that asks it for something. */
async function tried(): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, attempt] of Object.entries({ ...OWN, ...ASKED, ...BY_KIT })) {
    const late = new Promise((done) => {
      if (name in OWN) setTimeout(() => done("nothing"), OWN_MS);
    });
    try {
      results[name] = await Promise.race([Promise.resolve().then(attempt), late]);
    } catch {
      results[name] = "nothing";
    }
  }
  return results;
}

/** A screen that tries all at once what must come to nothing, or one by one what ends it. */
export default function Attempts() {
  const [results, setResults] = useState<Record<string, unknown> | null>(null);
  return (
    <Page title="Attempts">
      <Stack>
        <Button onClick={() => void tried().then(setResults)}>Try everything</Button>
        {Object.entries(ENDS).map(([name, end]) => (
          <Button key={name} onClick={end}>
            {name}
          </Button>
        ))}
        <Link to="/admin/hostile/other">Elsewhere</Link>
        {results && <pre data-testid="results">{JSON.stringify(results)}</pre>}
      </Stack>
    </Page>
  );
}
