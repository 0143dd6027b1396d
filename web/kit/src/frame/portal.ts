import type { Job } from "../jobs/tracked";

/** What the portal does for screens that run apart from it, in a frame that has no session. */
export interface Portal {
  send(request: Request): Promise<Response>;
  upload(address: string, form: FormData, onProgress?: (part: number | null) => void): Promise<Response>;
  /** Hands content to the browser to keep under a name. */
  save(content: Blob, name: string): void;
  /** Something is typed that would be lost, or no more. */
  unsaved(is: boolean): void;
  /** Shows these jobs in the activity. */
  track(ids: Job["id"][]): void;
}

/** How these parts stand to the portal. */
export const frame: {
  /** Who does what takes a session; null where these parts are in the portal's own page. */
  portal: Portal | null;
  /** The address is changed by whoever asked about unsaved values already. */
  isLed: boolean;
} = { portal: null, isLed: false };
