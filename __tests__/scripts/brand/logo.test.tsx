import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { BRAND_PICTURES, LOGO_FILE, readBrandInputs } from '@/scripts/brand/inputs';
import { renderCard } from '@/scripts/brand/card';
import { Logo } from '@/scripts/brand/logo';
import { joinFavicons } from '@/scripts/brand/pictures';

/** Runs here what a browser would run. */
const page = {
  evaluate: async (run: (source: string) => unknown, source: string) => run(source),
} as unknown as Page;
const colors = { accent: '#aa5500', 'on-accent': '#000000' };
const VIEW_BOX = 'viewBox="0 0 24 24"';
const read = (inside: string, root = VIEW_BOX) =>
  Logo.read(page, `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`, colors);

test('the committed component matches components/ui/logo.svg', async () => {
  const logo = await Logo.read(page, readFileSync(LOGO_FILE, 'utf8'), readBrandInputs().colors);
  const written = readFileSync('components/ui/logo-mark.tsx', 'utf8');
  const normalizeCode = (text: string) => text.replace(/[\s;]|\/\/.*/g, '');
  expect(normalizeCode(logo.renderComponent())).toBe(normalizeCode(written));
});

test('removes editor namespaces from an SVG', async () => {
  const logo = await read(
    '<!-- made elsewhere --><g fill-rule="evenodd"><path d="M0 0h9" ' +
      'class="stroke-accent" data-name="a"/></g>',
    'viewBox="0 0 24 24" width="24" height="24" version="1.1" xmlns:inkscape="urn:x" ' +
      'inkscape:version="1"',
  );
  expect(logo.renderSvg()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g ' +
      'fill-rule="evenodd"><path d="M0 0h9" stroke="#aa5500"/></g></svg>',
  );
  expect(logo.renderComponent()).toContain(
    '<svg viewBox="0 0 24 24" aria-hidden="true" className="size-8 shrink-0">' +
      '<g fillRule="evenodd"><path d="M0 0h9" className="stroke-accent"/></g></svg>',
  );
  expect(logo.getTileColor()).toBeUndefined();
});

test.each([
  ['class="fill-accent"', '#aa5500'],
  ['fill="#123456"', '#123456'],
])('uses a full-size first rectangle as the tile: %s', async (fill, color) => {
  expect(
    (await read(`<rect width="24" height="24" ${fill}/><path d="M0 0"/>`)).getTileColor(),
  ).toBe(color);
});

test.each([
  ['<text>A</text>', 'The logo has a <text>, and may only have svg, g, path,'],
  ['<path id="a" d="M0 0"/>', 'The logo has id="a": it may have no id, style or link.'],
  ['<path style="fill:red" d="M0 0"/>', 'The logo has style="fill:red"'],
  ['<path onclick="a()" d="M0 0"/>', 'The logo has onclick="a()"'],
  ['<path fill="url(#a)" d="M0 0"/>', 'The logo has fill="url(#a)"'],
  ['<path class="fill-brand" d="M0 0"/>', 'The logo has the class fill-brand: tokens.css has no'],
  ['<path class="big" d="M0 0"/>', 'The logo has the class big: tokens.css has no'],
  ['', 'The logo has to be an <svg> with a viewBox.', ''],
])('refuses %s with a message', async (inside, sentence, root = VIEW_BOX) => {
  await expect(read(inside, root)).rejects.toThrow(sentence);
});

test('escapes brand and text in the card', () => {
  const inputs = { ...readBrandInputs(), brand: 'Ring & <Well>', title: 'A < B', text: 'C & D' };
  const card = new DOMParser().parseFromString(renderCard(inputs, '<svg></svg>'), 'text/html');
  expect(card.querySelector('header span')?.textContent).toBe('Ring & <Well>');
  expect(card.querySelector('h1')?.textContent).toBe('A < B');
  expect(card.querySelector('p')?.textContent).toBe('C & D');
});

test('the committed favicon holds pictures of their declared sizes', () => {
  const file = readFileSync(BRAND_PICTURES.favicon);
  const icons = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + 16 * index, 22 + 16 * index);
    const start = entry.readUInt32LE(12);
    return { size: entry.readUInt8(0), png: file.subarray(start, start + entry.readUInt32LE(8)) };
  });
  expect(icons.map(({ size }) => size)).toEqual([16, 32, 48]);
  for (const { size, png } of icons) {
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // The header of a PNG: https://www.w3.org/TR/png-3/#11IHDR
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  }
  expect(joinFavicons(icons).equals(file)).toBe(true);
});
