// `npm run brand` makes the logo's component, the icons, the card and the manifest's colors.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { format, resolveConfig } from 'prettier';
import { browserArgs, requireBrowser } from '../tools/browser';
import { checkContrasts, chooseColorScheme, readPairColors } from './contrast';
import { BRAND_FILE, findMissingLetters, hashBrand, readBrandInputs } from './inputs';
import { Logo } from './logo';
import { drawPictures } from './pictures';

const COMPONENT_FILE = 'components/ui/logo-mark.tsx';

const inputs = readBrandInputs();
const hash = hashBrand(inputs);
const missing = findMissingLetters().join(' ');
if (missing) console.warn(`Warning: the typeface lacks letters of lib/content: ${missing}`);
if (existsSync(BRAND_FILE) && JSON.parse(readFileSync(BRAND_FILE, 'utf8')).inputs === hash) {
  console.log(`Nothing to do: logo, colors, typeface and words are those of ${BRAND_FILE}.`);
} else {
  await writeBrand().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

async function writeBrand(): Promise<void> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArgs });
  try {
    const page = await browser.newPage();
    const pairColors = await readPairColors(page, inputs.colors);
    const { refused, discouraged } = checkContrasts(pairColors);
    if (refused.length > 0)
      throw new Error(`Too little contrast in app/styles/tokens.css:\n${refused.join('\n')}`);
    if (discouraged.length > 0) console.log(`Low contrast:\n${discouraged.join('\n')}`);
    const logo = await Logo.read(page, inputs.logo, inputs.colors);
    const files = await drawPictures(page, inputs, logo);
    files.set(COMPONENT_FILE, await formatCode(COMPONENT_FILE, logo.renderComponent()));
    const parts = pairColors['canvas']!.map((part) => part.toString(16).padStart(2, '0'));
    const canvas = `#${parts.join('')}`;
    const brand = { canvas, colorScheme: chooseColorScheme(pairColors), inputs: hash };
    files.set(BRAND_FILE, await formatCode(BRAND_FILE, JSON.stringify(brand)));
    for (const [file, content] of files) {
      writeFileSync(file, content);
      console.log(file);
    }
  } finally {
    await browser.close();
  }
}

async function formatCode(file: string, code: string): Promise<string> {
  return format(code, { ...(await resolveConfig(file)), filepath: file });
}
