import { createPlantedFault } from './fault';
import type { ProxiedAnswer } from './altering-proxy';

type ExpectedFinding = string | RegExp;

/** Alters the answer at one path, or with a final `*` at all paths that begin with it. */
export const createAnswerFault = (
  expectedFinding: ExpectedFinding,
  pathPattern: string,
  change: (answer: ProxiedAnswer, path: string) => unknown,
) =>
  createPlantedFault(expectedFinding, async ({ siteProxy }) => {
    siteProxy.change = (answer, path) => {
      if (
        pathPattern.endsWith('*') ? path.startsWith(pathPattern.slice(0, -1)) : path === pathPattern
      )
        change(answer, path);
    };
    return () => (siteProxy.change = undefined);
  });

export const createStatusFault = (expectedFinding: ExpectedFinding, at: string, code: number) =>
  createAnswerFault(expectedFinding, at, (answer) => {
    answer.status = code;
    answer.text = '{"error":"planted"}';
  });

export const createHeaderFault = (
  expectedFinding: ExpectedFinding,
  at: string,
  name: string,
  change?: string | ((value: string) => string),
) =>
  createAnswerFault(expectedFinding, at, ({ headers }) => {
    if (change === undefined) delete headers[name];
    else headers[name] = typeof change === 'string' ? change : change(headers[name] ?? '');
  });

export const createTextFault = (
  expectedFinding: ExpectedFinding,
  at: string,
  pattern: string | RegExp,
  replacement: string,
) =>
  createAnswerFault(expectedFinding, at, (answer) => {
    const changed = answer.text.replace(pattern, replacement);
    if (changed === answer.text) throw new Error(`${at} has no ${pattern}`);
    answer.text = changed;
  });
