// Of fees, recurring charges and commissions alike (specification, document 2, section 6).

/** What reading them takes. Charges and commissions are the staff's alone. */
export const READ_FINANCE = "READ_FEE";

/** What making and changing them takes, which staff do. */
export const WRITE_FINANCE = ["WRITE_FEE", "READ_STORE"];

/** Invoices are read by whom they are issued to; customers see no draft. */
export const READ_INVOICE = "READ_INVOICE";

/** What issuing them and moving their statuses takes, which staff do. */
export const WRITE_INVOICE = "WRITE_INVOICE";

/** What connecting the company's books takes, which staff do. */
export const CONNECT_ACCOUNTING = [READ_INVOICE, "WRITE_CONNECTOR"];
