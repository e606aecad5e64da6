import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const TYPES: Record<string, string> = { png: 'png', jpg: 'jpeg', svg: 'svg+xml' };

/** Two pixels count as one color if red, green and blue each differ by less than this. */
const COLOR_TOLERANCE = 16;

/**
 * Compares the pixels of a picture with another picture or with a color.
 *
 * @param other a picture to compare it with
 * @param color a color to look for, as `#rrggbb`
 * @param width in pixels, to which the pictures are scaled; 0 for their own
 * @returns the largest difference in red, green or blue, and how many pixels have the color
 */
export async function comparePixels(
  browser: Browser,
  file: string,
  {
    other = file,
    color = '#000000',
    width = 0,
  }: { other?: string; color?: string; width?: number },
): Promise<{ largestDifference: number; matchingPixels: number }> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ({ sources, rgb, targetWidth, tolerance }) => {
        const [one = [], two = []] = await Promise.all(
          sources.map(async (src) => {
            const image = Object.assign(new Image(), { src });
            await image.decode();
            const canvas = document.createElement('canvas');
            canvas.width = targetWidth || image.naturalWidth;
            canvas.height = Math.round((canvas.width * image.naturalHeight) / image.naturalWidth);
            const context = canvas.getContext('2d')!;
            context.imageSmoothingQuality = 'high';
            context.drawImage(image, 0, 0, canvas.width, canvas.height);
            return context.getImageData(0, 0, canvas.width, canvas.height).data;
          }),
        );
        let [largestDifference, matchingPixels] = [one.length === two.length ? 0 : 255, 0];
        for (let at = 0; at < one.length; at += 4) {
          const pixel = [0, 1, 2].map((part) => one[at + part] ?? 0);
          if (pixel.every((value, part) => Math.abs(value - (rgb[part] ?? 0)) < tolerance))
            matchingPixels += 1;
          const differences = pixel.map((value, part) => Math.abs(value - (two[at + part] ?? 0)));
          largestDifference = Math.max(largestDifference, ...differences);
        }
        return { largestDifference, matchingPixels };
      },
      {
        sources: [file, other].map(toDataUrl),
        rgb: [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)),
        targetWidth: width,
        tolerance: COLOR_TOLERANCE,
      },
    );
  } finally {
    await page.close();
  }
}

const toDataUrl = (file: string) =>
  `data:image/${TYPES[file.slice(-3)]};base64,${readFileSync(file, 'base64')}`;
