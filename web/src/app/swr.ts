/** Failed reads say so in their place and offer to try again; asking by themselves would only hide it. */
export const SWR = { shouldRetryOnError: false, revalidateOnFocus: true, focusThrottleInterval: 30_000 };
