/** The browser, as far as it leads out of the portal. */
export const browser = {
  /** Opens an address outside the portal; one that answers with a file leaves the page where it is. */
  leaveTo: (address: string) => location.assign(address),
};
