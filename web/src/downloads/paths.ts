/** The page of one stored file. */
export const downloadPath = (fileId: string) => `/download/${fileId}`;
