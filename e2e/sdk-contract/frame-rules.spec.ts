import type { Page } from '@playwright/test';
import { expect, holds } from './contract';

/** Whether a framed call may be made with each of these options, and why not. */
async function frames(page: Page, attempts: object[]) {
  return page.evaluate(async (options) => {
    const { lab } = window;
    const allowed = await lab.allowed(options, (option) =>
      lab.library.default.createFrame(document.body, {
        allowMultipleCallInstances: true,
        ...option,
      }),
    );
    const logged = lab.logged.filter(({ level }) => level === 'error').map(({ text }) => text);
    return { allowed, logged: logged.join('\n') };
  }, attempts);
}

const src = 'https://voice.test/tool';
const integration = (fields: object) => ({ customIntegrations: { tool: fields } });

holds('5.integration.label', async (page) => {
  const { allowed, logged } = await frames(page, [
    integration({ label: 'Tool', location: 'main', src }),
    integration({ location: 'main', src }),
  ]);
  expect(allowed).toEqual([true, false]);
  expect(logged).toContain('label is required');
});

holds('5.integration.location', async (page) => {
  const { allowed, logged } = await frames(page, [
    integration({ label: 'Tool', location: 'main', src }),
    integration({ label: 'Tool', location: 'sidebar', src }),
    integration({ label: 'Tool', location: 'footer', src }),
    integration({ label: 'Tool', src }),
  ]);
  expect(allowed).toEqual([true, true, false, false]);
  expect(logged).toContain('location is required');
});

holds('5.integration.source', async (page) => {
  const srcdoc = '<p>Tool</p>';
  const { allowed, logged } = await frames(page, [
    integration({ label: 'Tool', location: 'main', src }),
    integration({ label: 'Tool', location: 'main', srcdoc }),
    integration({ label: 'Tool', location: 'main', src, srcdoc }),
    integration({ label: 'Tool', location: 'main' }),
  ]);
  expect(allowed).toEqual([true, true, false, false]);
  expect(logged).toContain('cannot have both src and srcdoc');
  expect(logged).toContain('src or srcdoc is required');
});

holds('5.tray.state', async (page) => {
  const icon = 'https://voice.test/icon.svg';
  const states = ['default', 'sidebar-open', 'active', 'hidden'];
  const { allowed } = await frames(
    page,
    states.map((visualState) => ({
      customTrayButtons: {
        button: { iconPath: icon, label: 'Button', tooltip: 'Button', visualState },
      },
    })),
  );
  expect(allowed).toEqual([true, true, true, false]);
});

holds('9.grid', async (page) => {
  const { allowed, logged } = await frames(
    page,
    [1, 49, 50].map((maxTilesPerPage) => ({ layoutConfig: { grid: { maxTilesPerPage } } })),
  );
  expect(allowed).toEqual([true, true, false]);
  expect(logged).toContain("grid.maxTilesPerPage can't be larger than 49");
});

holds('6.modes', async (page) => {
  const said = await page.evaluate(async () => {
    const { lab } = window;
    const options = { allowMultipleCallInstances: true };
    const object = lab.call(options);
    const frame = lab.library.default.createFrame(document.body, options);
    return [
      await lab.refusal(() => object.accessState()),
      await lab.refusal(() => frame.accessState()),
      await lab.refusal(() => frame.setShowNamesMode('never')),
      await lab.refusal(() => object.setShowNamesMode('never')),
    ];
  });
  expect(said).toEqual([
    null,
    'accessState() is only supported on custom callObject instances',
    null,
    "setShowNamesMode() is only supported as part of Daily's Prebuilt",
  ]);
});
