/** Leads the browser to an address outside the portal; one that answers with a file leaves the page where it is. */
export const leaveTo = (address: string) => location.assign(address);
