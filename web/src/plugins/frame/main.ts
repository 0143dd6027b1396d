// The page of a plugin's isolated screens. It has no origin, no session and no storage; what it needs of the portal it asks
// for over the channel that the portal opens.
import "./alone";
import "./forms";

// Its nonce is leave to begin scripts, which is nobody else's.
for (const script of document.querySelectorAll("script")) script.remove();

/** The first message of the page around this one brings the channel; all else comes over that, and waits until it is read. */
addEventListener("message", async function connect({ source, ports: [port] }) {
  if (source !== parent || !port) return;
  removeEventListener("message", connect);
  const { start } = await import("./start");
  start(port);
});
