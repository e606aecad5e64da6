import type { Page } from '@playwright/test';

type Attribute = [name: string, value: string];

/** `parent` is the index of another shape, -1 for the root. */
interface Shape {
  name: string;
  attributes: Attribute[];
  parent: number;
}

type Paint = (token: string, color: string) => string;

const SHAPE_NAMES = [
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
];
const DROPPED_ROOT_ATTRIBUTES =
  /^(xmlns|version|width|height|xml:space|data-.*)$|^(xmlns|inkscape|sodipodi):/;
const COLOR_CLASS = /^(fill|stroke)-([\w-]+)$/;

/** The drawing in `components/ui/logo.svg`, with the colors that its classes name. */
export class Logo {
  private constructor(
    private readonly shapes: readonly Shape[],
    private readonly colors: Record<string, string>,
  ) {}

  /** Parses an SVG. Throws if it has anything but shapes, or names an unknown color. */
  static async read(page: Page, svgText: string, colors: Record<string, string>): Promise<Logo> {
    const shapes = await page.evaluate((source) => {
      const elements = [
        ...new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll('*'),
      ];
      return elements.map((element) => ({
        name: element.localName,
        attributes: Array.from(element.attributes, (each): Attribute => [each.name, each.value]),
        parent: element.parentElement ? elements.indexOf(element.parentElement) : -1,
      }));
    }, svgText);
    const logo = new Logo(shapes, colors);
    logo.validate();
    return logo;
  }

  /** Renders the SVG, in which `paint` may replace a color. */
  renderSvg(paint: Paint = (_, color) => color, inside = ''): string {
    const paintAttribute = ([name, value]: Attribute): Attribute[] =>
      name === 'class'
        ? value.split(/\s+/).map((each) => this.paintClass(each, paint))
        : [[name, value]];
    const listAttributes = (shape: Shape): Attribute[] => {
      const painted = this.getAttributes(shape).flatMap(paintAttribute);
      return shape.parent < 0 ? [['xmlns', 'http://www.w3.org/2000/svg'], ...painted] : painted;
    };
    return this.renderShape(listAttributes, inside);
  }

  /** Renders the component, whose classes take the colors from the stylesheet. */
  renderComponent(): string {
    const jsx = this.renderShape((shape) => {
      const jsxAttributes = this.getAttributes(shape).map(([name, value]): Attribute => [
        name === 'class' ? 'className' : name.replace(/-(\w)/g, (_, sign) => sign.toUpperCase()),
        value,
      ]);
      if (shape.parent >= 0) return jsxAttributes;
      const ownClasses = jsxAttributes.find(([name]) => name === 'className')?.[1] ?? '';
      return [
        ...jsxAttributes.filter(([name]) => name !== 'className'),
        ['aria-hidden', 'true'],
        ['className', `size-8 shrink-0 ${ownClasses}`.trim()],
      ];
    });
    return `// Written by \`npm run brand\` from logo.svg.
/** The brand's mark. */
export function LogoMark() {
  return (${jsx});
}
`;
  }

  /** Returns the color of the square behind all other shapes, if the logo has one. */
  getTileColor(): string | undefined {
    const [root, first] = this.shapes;
    const size = getValue(root, 'viewBox')?.split(/[\s,]+/)[2];
    if (first?.name !== 'rect' || getValue(first, 'width') !== size) return undefined;
    if (getValue(first, 'height') !== size) return undefined;
    const named = COLOR_CLASS.exec(getValue(first, 'class') ?? '')?.[2];
    return named ? this.colors[named] : getValue(first, 'fill');
  }

  private validate(): void {
    const [root] = this.shapes;
    if (root?.name !== 'svg' || !getValue(root, 'viewBox'))
      throw new Error('The logo has to be an <svg> with a viewBox.');
    for (const { name, attributes } of this.shapes) {
      if (!SHAPE_NAMES.includes(name))
        throw new Error(`The logo has a <${name}>, and may only have ${SHAPE_NAMES.join(', ')}.`);
      for (const [key, value] of attributes) {
        // The logo may be twice on a page, so it has no ids. The policy forbids inline styles.
        if (key === 'id' || key === 'style' || key.startsWith('on') || value.includes('url('))
          throw new Error(`The logo has ${key}="${value}": it may have no id, style or link.`);
        if (key === 'class')
          for (const each of value.split(/\s+/)) this.paintClass(each, (_, color) => color);
      }
    }
  }

  private paintClass(className: string, paint: Paint): Attribute {
    const [, property = '', token = ''] = COLOR_CLASS.exec(className) ?? [];
    const color = token === 'none' ? token : this.colors[token];
    if (!color)
      throw new Error(`The logo has the class ${className}: tokens.css has no such color.`);
    return [property, token === 'none' ? color : paint(token, color)];
  }

  private getAttributes(shape: Shape): Attribute[] {
    return shape.attributes.filter(
      ([name]) => !(shape.parent < 0 ? DROPPED_ROOT_ATTRIBUTES : /:|^data-/).test(name),
    );
  }

  private renderShape(
    listAttributes: (shape: Shape) => Attribute[],
    inside = '',
    position = 0,
  ): string {
    const shape = this.shapes[position];
    if (!shape) return '';
    const children = this.shapes.flatMap(({ parent }, index) =>
      parent === position ? [this.renderShape(listAttributes, '', index)] : [],
    );
    const attributes = listAttributes(shape).map(
      ([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    );
    const opening = `<${shape.name}${attributes.join('')}`;
    const content = inside + children.join('');
    return content ? `${opening}>${content}</${shape.name}>` : `${opening}/>`;
  }
}

function getValue(shape: Shape | undefined, name: string): string | undefined {
  return shape?.attributes.find(([key]) => key === name)?.[1];
}
