// What the portal and the page of plugins' isolated screens need of the kit beyond its contract.

export { sendOnce } from "../api/attempts";
export { authorizedUpload } from "../api/session";
export { saveFile } from "../files/transfer";
export { useUnsavedGuard } from "../form/useUnsavedGuard";
export { StaleBanner } from "../layout/StaleBanner";
export { useIsDark } from "../theme/colorScheme";
export { frame, type Portal } from "./portal";
