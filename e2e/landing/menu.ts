import type { Page } from '@playwright/test';
import { en } from '@/lib/content/en';

/** The button that opens and closes the menu of a narrow page. */
export const getMenuButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: en.header.menu, exact: true });
