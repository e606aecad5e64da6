import type { Browser } from '@playwright/test';
import type { PageSnapshots } from './bare-page';

/** An element as its name, its attributes and what is in it; a text as itself. */
type MarkupNode =
  string | [name: string, attributes: Record<string, unknown>, ...inside: MarkupNode[]];

/** Attributes that have another name in React. */
const PROP_NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  novalidate: 'noValidate',
};
const BOOLEAN_PROPS = ['required', 'hidden', 'disabled', 'noValidate'];

/** Parses inline styles such as `--level: 0.5;` into an object. */
const parseStyle = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/([\w-]+):\s*([^;]+)/g)].map(([, name, value]) => [name, value]),
  );

const convertAttribute = ([key, value]: [string, string]) => {
  const name = PROP_NAMES[key] ?? key;
  return [
    name,
    BOOLEAN_PROPS.includes(name) ? true : name === 'style' ? parseStyle(value) : value,
  ] as const;
};

interface Source {
  /** A page without scripts. */
  url: string;
  /** The recorded panel of its call; without it the page only marks a press. */
  snapshots?: PageSnapshots;
}

/** Reads a page's body, the panel's snapshots and the URLs of the stylesheets. */
async function readSource(browser: Browser, { url, snapshots }: Source) {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  // As text: tsx would add a helper to a function, which no page has.
  const found = await page.evaluate<{
    sheets: string[];
    body: unknown[];
    panels: unknown[][];
  }>(`(() => {
    const readNode = (at) => at.nodeType === 3 ? at.data
      : at.nodeType === 1 && at.localName !== 'script' && at.localName !== 'noscript'
        ? [at.localName, [...at.attributes].map(({ name, value }) => [name, value]), ...inside(at)]
        : null;
    const inside = (at) => [...at.childNodes].map(readNode).filter((it) => it !== null);
    const parse = (html) => inside(new DOMParser().parseFromString(html, 'text/html').body);
    const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
    return {
      sheets: sheets.map((it) => it.getAttribute('href')),
      body: inside(document.body),
      panels: ${JSON.stringify(snapshots?.call ?? [])}.map(parse),
    };
  })()`);
  await page.close();
  const convertNode = (node: unknown): MarkupNode => {
    if (typeof node === 'string') return node;
    const [name, attributes, ...inside] = node as [string, [string, string][], ...unknown[]];
    return [name, Object.fromEntries(attributes.map(convertAttribute)), ...inside.map(convertNode)];
  };
  const { sheets } = found;
  return {
    sheets,
    body: found.body.map(convertNode),
    looks: found.panels.map((panel) => panel.map(convertNode)),
  };
}

/** The React source of a page: the panel and the form have state, the rest is static. */
const reactPageModule = `'use client';
import { createElement, useEffect, useState } from 'react';
import { body, looks } from './content.json';

const Panel = ({ props, inside }) => {
  const [step, setStep] = useState(-1);
  const [pressed, setPressed] = useState(false);
  const press = () => {
    if (!looks.length) return setPressed(true);
    setStep(step < 1 ? 1 : step + 1);
    if (step < 1) setTimeout(() => setStep(2), 300);
  };
  useEffect(() => {
    if (document.querySelector('[data-call-main][data-pressed]')) press();
    else if (looks.length) setStep(0);
  }, []);
  const mark = pressed && { 'data-pressed': '' };
  const call = { onClick: press, suppressHydrationWarning: true, ...mark };
  return <div {...props}>{parts(looks[step] ?? inside, { call })}</div>;
};
const Form = ({ props, inside }) => {
  const [sending, setSending] = useState(false);
  const send = (event) => { event.preventDefault(); setSending(true); };
  const look = sending && { children: 'Sending…', 'aria-disabled': true };
  const submit = { ...look, suppressHydrationWarning: true };
  return <form {...props} onSubmit={send}>{parts(inside, { submit })}</form>;
};
const build = (node, more = {}) => {
  if (typeof node === 'string') return node;
  const [name, props, ...inside] = node;
  if (name === 'form') return <Form props={props} inside={inside} />;
  if (props.role === 'group' && JSON.stringify(inside).includes('data-call-main'))
    return <Panel props={props} inside={inside} />;
  const extra = 'data-call-main' in props ? more.call : props.type === 'submit' ? more.submit : {};
  if (extra?.children) return createElement(name, { ...props, ...extra });
  return createElement(name, { ...props, ...extra }, ...inside.map((it) => build(it, more)));
};
const Part = ({ node, more }) => build(node, more);
const parts = (nodes, more) => nodes.map((it, key) => <Part key={key} node={it} more={more} />);
export const Same = () => parts(body);
`;

/**
 * Creates pages for a Next.js app: the markup and styles of the product's pages, hydrated by
 * React, without the product's code. The form and the call only show that they were pressed.
 *
 * @param sources by the path of the new page, without a slash
 * @returns its files, by path
 */
export async function createReactPages(
  browser: Browser,
  sources: Record<string, Source>,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, source] of Object.entries(sources)) {
    const { sheets, ...content } = await readSource(browser, source);
    const links = sheets.map(
      (href) => `<link rel="stylesheet" href="${href}" precedence="next" />`,
    );
    files[`app/${path}/page.jsx`] = `import { Same } from './same';
      export default function Page() { return <>${links.join('')}<Same /></>; }`;
    files[`app/${path}/same.jsx`] = reactPageModule;
    files[`app/${path}/content.json`] = JSON.stringify(content);
  }
  return files;
}

/**
 * Starts React as the product does: fetched at idle, run after the frame that answers the first
 * click or scroll. It is put into the page as source text.
 */
export function startReactLater(): void {
  const listWaitingScripts = () => [
    ...document.querySelectorAll<HTMLScriptElement>('script[type="text/waits"]'),
  ];
  const runScripts = () => {
    for (const inert of listWaitingScripts()) {
      const script = document.createElement('script');
      if (inert.dataset.src) script.src = inert.dataset.src;
      else script.text = inert.text;
      inert.replaceWith(script);
    }
  };
  const handleIntent = () => {
    for (const type of ['click', 'scroll']) document.removeEventListener(type, handleIntent, true);
    requestAnimationFrame(() => setTimeout(runScripts));
  };
  for (const type of ['click', 'scroll']) document.addEventListener(type, handleIntent, true);
  addEventListener('load', () =>
    requestIdleCallback(() => {
      for (const { dataset } of listWaitingScripts()) {
        if (!dataset.src) continue;
        const link = document.createElement('link');
        link.rel = 'prefetch';
        link.as = 'script';
        link.href = dataset.src;
        document.head.append(link);
      }
    }),
  );
}
