// Fails when the icons, the card or the manifest's colors are older than their inputs.
import { existsSync, readFileSync } from 'node:fs';
import { BRAND_FILE, hashBrand, readBrandInputs, STALE_BRAND } from './inputs';

const written = existsSync(BRAND_FILE) ? JSON.parse(readFileSync(BRAND_FILE, 'utf8')) : {};
if (written.inputs !== hashBrand(readBrandInputs())) {
  console.error(STALE_BRAND);
  process.exitCode = 1;
}
