'use client';

import { useEffect, useRef } from 'react';
import { allBars, barMs, latestBars, type VoiceRecord } from '@/lib/call/media/voice-record';

interface VoiceRecordLineProps {
  record: VoiceRecord;
  /** Draws the newest part, again and again; else the whole record, once. */
  live: boolean;
}

/** From one bar to the next, and how wide a bar is, in CSS pixels. */
const pitch = 5;
const thickness = 2.5;

/** The style sheet's colours of the two sides and of a pause. Reading them computes styles: not at each drawing. */
function coloursOf(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas);
  const colourOf = (who: string) => style.getPropertyValue(`--record-${who}`);
  return { assistant: colourOf('assistant'), visitor: colourOf('visitor'), rest: colourOf('rest') };
}

/** Gives the canvas as many pixels as its place on the screen has. */
function fit(canvas: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = canvas;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  canvas.getContext('2d')?.scale(scale, scale);
}

function draw(
  canvas: HTMLCanvasElement,
  colours: ReturnType<typeof coloursOf>,
  barsFor: (count: number) => number[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  context.clearRect(0, 0, width, height);
  const count = Math.floor(width / pitch);
  const bars = barsFor(count);
  for (let bar = 0; bar < count; bar += 1) {
    const level = bars[bar] ?? 0;
    const size = Math.max(thickness, Math.abs(level) * height);
    context.fillStyle = level > 0 ? colours.assistant : level < 0 ? colours.visitor : colours.rest;
    context.beginPath();
    context.roundRect(bar * pitch, (height - size) / 2, thickness, size, thickness / 2);
    context.fill();
  }
}

/**
 * The talk as a line, time running to the right: the assistant, the visitor and pauses by colour and height. Drawn
 * without rendering. What it shows is said by the turn label, so assistive technology skips it.
 */
export function VoiceRecordLine({ record, live }: VoiceRecordLineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    let colours = coloursOf(element);
    const redraw = () =>
      draw(element, colours, (count) => (live ? latestBars : allBars)(record, count));
    const redrawInSight = () => {
      if (!document.hidden) redraw();
    };
    // A ResizeObserver also fires on observe().
    const resized = new ResizeObserver(() => {
      colours = coloursOf(element);
      fit(element);
      redraw();
    });
    resized.observe(element);
    const timer = live ? setInterval(redrawInSight, barMs) : undefined;
    return () => {
      resized.disconnect();
      clearInterval(timer);
    };
  }, [record, live]);
  return <canvas ref={canvas} aria-hidden="true" className="voice-record h-full w-full" />;
}
