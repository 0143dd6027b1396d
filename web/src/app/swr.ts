import type { ApiError } from "@comptoir/kit";

/**
 * Failed reads say so in their place and offer to try again; asking by themselves would only hide it. Who is told when to
 * come again does: the place says that, too.
 */
export const SWR = {
  shouldRetryOnError: ({ retryAfter }: ApiError) => retryAfter !== undefined,
  onErrorRetry: ({ retryAfter = 0 }: ApiError, _key: string, _config: unknown, revalidate: () => void) => {
    setTimeout(revalidate, retryAfter * 1_000);
  },
  revalidateOnFocus: true,
  focusThrottleInterval: 30_000,
};
