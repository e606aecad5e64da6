/**
 * A visitor's browser: what every driver can do. Elements are given as XPath, which all engines
 * read alike.
 */
export interface Visitor {
  open(path: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Presses the middle of the first such element that can be seen, once there is one. */
  press(xpath: string): Promise<void>;
  /** Types into the element, which has the focus then. */
  type(xpath: string, text: string): Promise<void>;
  /** Runs a function in the page; it may use nothing from outside its body. */
  evaluate<Result, Arg>(run: (arg: Arg) => Result, arg: Arg): Promise<Result>;
  /** Console errors, uncaught errors and policy violations so far. */
  listErrors(): Promise<string[]>;
  leave(): Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

export const desktop: Size = { width: 1280, height: 800 };

export interface Engine {
  visit(): Promise<Visitor>;
  stop(): Promise<void>;
}
