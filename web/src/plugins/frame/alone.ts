// A page without an origin has no storage, and asking for it throws: what screens keep, they keep as long as they are open.

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { value: memory(), configurable: true });
}
// The one way out of a page that its Content-Security-Policy does not know.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel"]) {
  Object.defineProperty(window, name, { value: undefined, configurable: false });
}

export {};
