// `npm run brand` makes the logo's component, the icons, the card and the manifest's colors.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { format, resolveConfig } from 'prettier';
import { browserArgs, ensureBrowser } from '../tools/browser';
import { BRAND_FILE, hashBrand, readBrandInputs } from './inputs';
import { Logo } from './logo';
import { drawPictures } from './pictures';

const COMPONENT_FILE = 'components/ui/logo-mark.tsx';

const inputs = readBrandInputs();
const hash = hashBrand(inputs);
if (existsSync(BRAND_FILE) && JSON.parse(readFileSync(BRAND_FILE, 'utf8')).inputs === hash) {
  console.log(`Nothing to do: logo, colors, typeface and words are those of ${BRAND_FILE}.`);
} else {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: browserArgs,
  });
  try {
    const page = await browser.newPage();
    const logo = await Logo.read(page, inputs.logo, inputs.colors);
    const files = await drawPictures(page, inputs, logo);
    files.set(COMPONENT_FILE, await formatCode(COMPONENT_FILE, logo.renderComponent()));
    const brand = JSON.stringify({ canvas: inputs.colors['canvas'], inputs: hash });
    files.set(BRAND_FILE, await formatCode(BRAND_FILE, brand));
    for (const [file, content] of files) {
      writeFileSync(file, content);
      console.log(file);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

async function formatCode(file: string, code: string): Promise<string> {
  return format(code, { ...(await resolveConfig(file)), filepath: file });
}
