import "@fontsource-variable/inter/wght.css";
import { KitProvider, renew } from "@comptoir/kit";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { createPortalRouter, fetchAhead } from "./app/router";
import { SWR } from "./app/swr";
import { startI18n, storedLanguage } from "./i18n";
import "./app/start.css";

fetchAhead(location.pathname);
// A link that signs in needs no older session, and the sign-in page asks for it once it is seen.
if (!location.pathname.startsWith("/login")) void renew();

// Not awaited here: the files of texts import from this one, and would wait for it as it for them.
void startI18n(storedLanguage()).then(() => {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // In steps, between which a slow phone answers to touches.
  startTransition(() =>
    root.render(
      <KitProvider>
        <SWRConfig value={SWR}>
          <RouterProvider router={createPortalRouter()} />
        </SWRConfig>
      </KitProvider>,
    ),
  );
});
