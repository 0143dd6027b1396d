import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|mjs|css|json|svg|txt|webmanifest)$/;
/** Below this, headers weigh more than what compression saves. */
const SMALLEST = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(path) {
  const plain = await readFile(path);
  if (plain.length < SMALLEST) return;
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  };
  await Promise.all([
    toBrotli(plain, brotli).then((bytes) => writeFile(`${path}.br`, bytes)),
    toGzip(plain, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

/**
 * Writes `.br` and `.gz` beside every text asset of a build, for the host to send as they are. index.html stays
 * alone: the host writes a nonce into it at each request.
 */
export function precompress() {
  let folder = "";
  let isWritten = false;
  return {
    name: "comptoir:precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      isWritten = true;
    },
    // A build that failed is closed too; there is nothing to compress, and its own error is the one to show.
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        if (!isWritten) return;
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))),
        );
      },
    },
  };
}
