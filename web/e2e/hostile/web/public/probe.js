// What runs in a page or worker that is begun anew.
parent.postMessage(`a page with ${typeof RTCPeerConnection}`, "*");
