'use client';

import { useEffect, useRef } from 'react';
import {
  computeAllBars,
  BAR_MS,
  computeLatestBars,
  type VoiceRecord,
} from '@/lib/call/audio/voice-record';

interface VoiceRecordLineProps {
  record: VoiceRecord;
  /** Redraws the newest part of a running call instead of the whole record. */
  isLive: boolean;
}

const BAR_PITCH_PX = 5;
const BAR_WIDTH_PX = 2.5;

function readColors(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas);
  const readColor = (name: string) => style.getPropertyValue(`--record-${name}`);
  return {
    assistant: readColor('assistant'),
    visitor: readColor('visitor'),
    rest: readColor('rest'),
  };
}

/** What drawing needs. It is read once per size, because reading it computes styles. */
interface CanvasSize {
  width: number;
  height: number;
  colors: ReturnType<typeof readColors>;
}

function resizeCanvas(canvas: HTMLCanvasElement): CanvasSize {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.scale(scale, scale);
  return { width, height, colors: readColors(canvas) };
}

function drawBars(
  canvas: HTMLCanvasElement,
  bars: readonly number[],
  { width, height, colors }: CanvasSize,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const hasRoundRect: boolean = 'roundRect' in context;
  context.clearRect(0, 0, width, height);
  bars.forEach((level, bar) => {
    const size = Math.max(BAR_WIDTH_PX, Math.abs(level) * height);
    const x = bar * BAR_PITCH_PX;
    context.fillStyle = level > 0 ? colors.assistant : level < 0 ? colors.visitor : colors.rest;
    context.beginPath();
    const box = [x, (height - size) / 2, BAR_WIDTH_PX, size] as const;
    // Browsers without it draw corners.
    if (hasRoundRect) context.roundRect(...box, BAR_WIDTH_PX / 2);
    else context.rect(...box);
    context.fill();
  });
}

/** Draws the voices as bars without rendering. It is hidden from assistive technology. */
export function VoiceRecordLine({ record, isLive }: VoiceRecordLineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: element } = canvas;
    if (!element) return;
    let size: CanvasSize | undefined;
    let drawnBars = '';
    const redraw = () => {
      if (!size) return;
      const count = Math.floor(size.width / BAR_PITCH_PX);
      const knownBars = (isLive ? computeLatestBars : computeAllBars)(record, count);
      const bars = Array.from({ length: count }, (_, bar) => knownBars[bar] ?? 0);
      // In a pause nothing changes, and each drawing costs a frame.
      const serializedBars = bars.join();
      if (serializedBars === drawnBars) return;
      drawnBars = serializedBars;
      drawBars(element, bars, size);
    };
    const redrawIfVisible = () => {
      if (!document.hidden) redraw();
    };
    // A ResizeObserver also fires on observe().
    const observer = new ResizeObserver(() => {
      size = resizeCanvas(element);
      drawnBars = '';
      redraw();
    });
    observer.observe(element);
    const timer = isLive ? setInterval(redrawIfVisible, BAR_MS) : undefined;
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [record, isLive]);
  return <canvas ref={canvas} aria-hidden="true" className="voice-record h-full w-full" />;
}
