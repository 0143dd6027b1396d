import { Button, Link, Page, Stack } from "@comptoir/kit";
import { useState } from "react";
import { ATTEMPTS } from "./attempts";
import { ENDS } from "./ends";

/** Each attempt by its name, and what came of it. */
async function tried(): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    const late = new Promise((done) => setTimeout(() => done("nothing"), 2_000));
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
