/** Which files a place takes, as media types. */
export const FILE_TYPES = {
  csv: ["text/csv"],
  pdf: ["application/pdf"],
  images: ["image/gif", "image/jpeg", "image/png", "image/webp", "image/tiff", "image/svg+xml"],
  documents: [
    "image/gif",
    "image/jpeg",
    "image/png",
    "application/pdf",
    "application/vnd.ms-excel",
    "application/msword",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
};

/** Systems do not agree on the media type of some files; their ending tells too. */
const ENDINGS: Record<string, string[]> = {
  "text/csv": [".csv"],
  "application/pdf": [".pdf"],
  "application/vnd.ms-excel": [".xls"],
  "application/msword": [".doc"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [".docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
  "image/gif": [".gif"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
  "image/tiff": [".tif", ".tiff"],
  "image/svg+xml": [".svg"],
};

/** Media types with their endings. */
export const withEndings = (types: string[]) =>
  Object.fromEntries(types.map((type) => [type, ENDINGS[type] ?? []]));

/** What every browser draws; it does not draw TIFF. */
export const isImage = (mediaType: string) => /^image\/(gif|jpeg|png|webp|svg\+xml|avif)$/.test(mediaType);

export const isPdf = (mediaType: string) => mediaType === "application/pdf";

/** What can be looked at in the portal. */
export const isViewable = (mediaType: string) => isImage(mediaType) || isPdf(mediaType);
