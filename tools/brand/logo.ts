import type { Page } from '@playwright/test';

/** The elements of the drawing from the outside in; `parent` is the place of another one. */
interface Shape {
  name: string;
  attributes: [name: string, value: string][];
  parent: number;
}

type Paint = (token: string, color: string) => string;

const SHAPES = ['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
/** Of the file, not of the drawing. */
const DROPPED = /^(xmlns|version|width|height|xml:space|data-.*)$|^(xmlns|inkscape|sodipodi):/;
const COLOR_CLASS = /^(fill|stroke)-([\w-]+)$/;

/** The logo as `components/ui/logo.svg` draws it, with the colors that its classes name. */
export class Logo {
  private constructor(
    private readonly shapes: readonly Shape[],
    private readonly colors: Record<string, string>,
  ) {}

  /**
   * Reads the drawing.
   *
   * @throws when it has more than shapes, or names a color that is none
   */
  static async read(page: Page, svg: string, colors: Record<string, string>): Promise<Logo> {
    const shapes = await page.evaluate((source) => {
      const elements = [
        ...new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll('*'),
      ];
      return elements.map((element) => ({
        name: element.localName,
        attributes: Array.from(element.attributes, (each): [string, string] => [
          each.name,
          each.value,
        ]),
        parent: element.parentElement ? elements.indexOf(element.parentElement) : -1,
      }));
    }, svg);
    const logo = new Logo(shapes, colors);
    logo.check();
    return logo;
  }

  /** A standalone file, in which `paint` may replace a color. */
  svg(paint: Paint = (_, color) => color, inside = ''): string {
    const attributes = (shape: Shape) =>
      this.kept(shape).flatMap(([name, value]): [string, string][] =>
        name === 'class'
          ? value.split(/\s+/).map((each) => this.painted(each, paint))
          : [[name, value]],
      );
    return this.write(
      (shape) => [
        ...(shape.parent < 0 ? [['xmlns', 'http://www.w3.org/2000/svg'] as [string, string]] : []),
        ...attributes(shape),
      ],
      inside,
    );
  }

  /** The component for the pages, whose classes take the colors from the stylesheet. */
  component(): string {
    const jsx = this.write((shape) => {
      const kept = this.kept(shape).map(([name, value]): [string, string] => [
        name === 'class' ? 'className' : name.replace(/-(\w)/g, (_, sign) => sign.toUpperCase()),
        value,
      ]);
      if (shape.parent >= 0) return kept;
      const own = kept.find(([name]) => name === 'className')?.[1] ?? '';
      return [
        ...kept.filter(([name]) => name !== 'className'),
        ['aria-hidden', 'true'],
        ['className', `size-8 shrink-0 ${own}`.trim()],
      ];
    });
    return `// Written by \`npm run brand\` from logo.svg.
/** The brand's mark. */
export function LogoMark() {
  return (${jsx});
}
`;
  }

  /** The color of the background square; undefined where the logo has none. */
  tile(): string | undefined {
    const [root, first] = this.shapes;
    const size = valueOf(root, 'viewBox')?.split(/[\s,]+/)[2];
    if (first?.name !== 'rect' || valueOf(first, 'width') !== size) return undefined;
    if (valueOf(first, 'height') !== size) return undefined;
    const named = COLOR_CLASS.exec(valueOf(first, 'class') ?? '')?.[2];
    return named ? this.colors[named] : valueOf(first, 'fill');
  }

  private check(): void {
    const [root] = this.shapes;
    if (root?.name !== 'svg' || !valueOf(root, 'viewBox'))
      throw new Error('The logo has to be an <svg> with a viewBox.');
    for (const { name, attributes } of this.shapes) {
      if (!SHAPES.includes(name))
        throw new Error(`The logo has a <${name}>, and may only have ${SHAPES.join(', ')}.`);
      for (const [key, value] of attributes) {
        // Twice on a page: two elements with one id. Inline styles are forbidden by the policy.
        if (key === 'id' || key === 'style' || key.startsWith('on') || value.includes('url('))
          throw new Error(`The logo has ${key}="${value}": it may have no id, style or link.`);
        if (key === 'class')
          for (const each of value.split(/\s+/)) this.painted(each, (_, color) => color);
      }
    }
  }

  private painted(className: string, paint: Paint): [string, string] {
    const [, property = '', token = ''] = COLOR_CLASS.exec(className) ?? [];
    const color = token === 'none' ? token : this.colors[token];
    if (!color)
      throw new Error(`The logo has the class ${className}: tokens.css has no such color.`);
    return [property, token === 'none' ? color : paint(token, color)];
  }

  private kept(shape: Shape): [string, string][] {
    return shape.attributes.filter(
      ([name]) => !(shape.parent < 0 ? DROPPED : /:|^data-/).test(name),
    );
  }

  private write(attributesOf: (shape: Shape) => [string, string][], inside = '', at = 0): string {
    const shape = this.shapes[at];
    if (!shape) return '';
    const children = this.shapes.flatMap(({ parent }, place) =>
      parent === at ? [this.write(attributesOf, '', place)] : [],
    );
    const attributes = attributesOf(shape).map(
      ([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    );
    const opening = `<${shape.name}${attributes.join('')}`;
    const content = inside + children.join('');
    return content ? `${opening}>${content}</${shape.name}>` : `${opening}/>`;
  }
}

function valueOf(shape: Shape | undefined, name: string): string | undefined {
  return shape?.attributes.find(([key]) => key === name)?.[1];
}
