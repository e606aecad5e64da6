"""Makes the two files of the site's typeface and writes their `unicode-range` (decision 010).

Usage: python3 scripts/typeface/subset.py FONTSOURCE_FILES, where FONTSOURCE_FILES is the folder
`files` of the npm package @fontsource-variable/bricolage-grotesque 5.3.0. Needs fonttools 4.38 or
newer with brotli (Debian: fonttools, python3-brotli).
"""

import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHTS = {"wght": (400, 700)}
# Visitors seldom type these.
RARE = "^`{|}~\\[]<>=*#$+_;'\"–—‘“”‚„•…€−™"
# English pages need only these, so that the file fits into the first packets of a response.
BASIC = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in RARE) + "\u00a0©’"
LATIN_1 = "".join(map(chr, range(0xA1, 0x100))).replace("©", "")
# Latin Extended-A, and the Romanian letters with a comma.
EXTENDED = "".join(map(chr, [*range(0x100, 0x180), *range(0x218, 0x21C)]))
# A smaller correction is less than a pixel in the largest heading.
LEAST_KERNING = 14


def read_font(folder: Path, part: str) -> TTFont:
    font = TTFont(folder / f"bricolage-grotesque-{part}-wght-normal.woff2")
    return instantiateVariableFont(font, WEIGHTS)


def subset_font(font: TTFont, characters: str, features: list[str]) -> TTFont:
    options = subset.Options(layout_features=features, name_IDs=[0, 14], notdef_outline=True)
    # STAT is for menus of applications; MVAR varies underlines, which the site does not need.
    options.drop_tables += ["STAT", "MVAR"]
    worker = subset.Subsetter(options)
    worker.populate(text=characters)
    worker.subset(font)
    return font


def simplify_kerning(font: TTFont) -> None:
    """Keeps kerning between letters only, the same for all weights, which halves the table."""
    letters = {glyph for code, glyph in font.getBestCmap().items() if chr(code).isalpha()}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            table.ValueFormat1 &= 0x0F
            table.ValueFormat2 &= 0x0F
            for first, second, record in iterate_pairs(table):
                value = record.Value1
                if value is None:
                    continue
                for device in [name for name in vars(value) if name.endswith("Device")]:
                    delattr(value, device)
                are_letters = first & letters and second & letters
                if abs(value.XAdvance) < LEAST_KERNING or not are_letters:
                    value.XAdvance = 0


def iterate_pairs(table):
    """Yields the glyphs and the record of each entry of a kerning table."""
    covered = table.Coverage.glyphs
    if table.Format == 1:
        for glyph, pairs in zip(covered, table.PairSet):
            for record in pairs.PairValueRecord:
                yield {glyph}, {record.SecondGlyph}, record
        return
    for number, row in enumerate(table.Class1Record):
        first = {glyph for glyph in covered if table.ClassDef1.classDefs.get(glyph, 0) == number}
        for second, record in enumerate(row.Class2Record):
            classes = table.ClassDef2.classDefs
            yield first, {glyph for glyph, number in classes.items() if number == second}, record


def add_glyphs(font: TTFont, extension: TTFont) -> None:
    """Adds the characters of another part of the typeface. One name is one glyph in all parts."""
    del font["HVAR"]  # Without it, browsers use the outlines' own deltas.
    names = [name for name in extension.getGlyphOrder() if name not in font.getGlyphOrder()]
    font.setGlyphOrder(font.getGlyphOrder() + names)
    for name in names:
        font["glyf"].glyphs[name] = extension["glyf"][name]
        font["hmtx"].metrics[name] = extension["hmtx"].metrics[name]
        font["gvar"].variations[name] = extension["gvar"].variations.get(name, [])
    font["glyf"].glyphOrder = font.getGlyphOrder()
    for table in font["cmap"].tables:
        table.cmap.update(extension.getBestCmap())


def write_font(font: TTFont, path: Path) -> None:
    font.flavor = "woff2"
    font.save(path)
    print(path, path.stat().st_size)


def write_range(font: TTFont, path: Path) -> None:
    """Claims in a stylesheet or module the letters that the file has, and no other."""
    spans: list[list[int]] = []
    for code in sorted(font.getBestCmap()):
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    ranges = [f"U+{a:X}" + (f"-{b:X}" if b > a else "") for a, b in spans]
    text = re.sub(r"U\+[^;']+", ", ".join(ranges), path.read_text())
    path.write_text(text)


def main(source: Path) -> None:
    basic = subset_font(read_font(source, "latin"), BASIC, ["kern"])
    simplify_kerning(basic)
    # The second pass removes the variations that kerning no longer needs.
    basic = subset_font(basic, BASIC, ["kern"])
    # Œ, œ and ı are in fontsource's part `latin`.
    more = subset_font(read_font(source, "latin"), RARE + LATIN_1 + EXTENDED, [])
    add_glyphs(more, subset_font(read_font(source, "latin-ext"), EXTENDED, []))
    write_font(basic, Path("app/fonts/bricolage-basic.woff2"))
    write_range(basic, Path("app/brand.ts"))
    write_font(more, Path("public/fonts/bricolage-more-2.woff2"))
    write_range(more, Path("app/styles/tokens.css"))


main(Path(sys.argv[1]))
