// Tags go with the products that they describe (specification, document 2, section 6).

export const READ_TAGS = "READ_PROJECT_PRODUCT";
export const WRITE_TAGS = "WRITE_PROJECT_PRODUCT";
