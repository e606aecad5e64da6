/** @jest-environment node */
import { JSDOM } from 'jsdom';
import type { ComponentProps, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import LandingPage from '@/app/(en)/page';
import OutreachPage from '@/app/(cs)/outreach/page';
import type { HydrationBoundary } from '@/components/ui/hydration/hydration-boundary';

type BoundaryProps = ComponentProps<typeof HydrationBoundary>;

const mockRenderBoundary = jest.fn<void, [BoundaryProps]>();
jest.mock('@/components/ui/hydration/hydration-boundary', () => {
  const { HydrationBoundary: Boundary } = jest.requireActual<{
    HydrationBoundary: typeof HydrationBoundary;
  }>('@/components/ui/hydration/hydration-boundary');
  return {
    HydrationBoundary: (props: BoundaryProps) => {
      mockRenderBoundary(props);
      return <Boundary {...props} />;
    },
  };
});
jest.mock('@/lib/server/http/nonce', () => ({ readNonce: async () => undefined }));

test.each<[string, number, () => ReactElement | Promise<ReactElement>]>([
  ['/', 10, () => <LandingPage />],
  ['/outreach', 5, () => OutreachPage({ searchParams: Promise.resolve({}) })],
])('the parts of %s are where their boundaries look for them', async (_, minimum, createPage) => {
  const { document } = new JSDOM(`<body>${renderToString(await createPage())}`).window;
  const boundaries = mockRenderBoundary.mock.calls.map(([props]) => props);
  expect(boundaries.length).toBeGreaterThanOrEqual(minimum);
  for (const { selector, parent = 'body' } of boundaries) {
    const start = document.querySelector(selector)?.previousSibling;
    expect([selector, start?.nodeName, start?.nodeValue]).toEqual([selector, '#comment', '&']);
    expect(start?.parentElement?.matches(parent)).toBe(true);
  }
});
