import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const TYPES: Record<string, string> = { png: 'png', jpg: 'jpeg', svg: 'svg+xml' };
/** Two pixels count as one color if red, green and blue each differ by less than this. */
const COLOR_TOLERANCE = 16;

/** Counts the pixels of a picture that have a color, written as `#rrggbb`. */
export async function countPixels(browser: Browser, file: string, color: string): Promise<number> {
  const page = await browser.newPage();
  const count = await page.evaluate(
    async ({ src, rgb, tolerance }) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4)
        if (rgb.every((value, part) => Math.abs(data[at + part]! - value) < tolerance)) found += 1;
      return found;
    },
    {
      src: `data:image/${TYPES[file.slice(-3)]};base64,${readFileSync(file, 'base64')}`,
      rgb: [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)),
      tolerance: COLOR_TOLERANCE,
    },
  );
  await page.close();
  return count;
}
