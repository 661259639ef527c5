export const id = 2533;
export const ids = [2533];
export const modules = {

/***/ 22533:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   unzstd: () => (/* binding */ unzstd)
/* harmony export */ });
/* harmony import */ var zstddec_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(10392);

/**
 * Decompresses a zstd file, including one of several frames. Checksums are verified, and windows above 128 MiB are
 * rejected (as the zstd program does). If the file is cut off or damaged, the chunks end with what could be read, and
 * `damaged` is called with the reason.
 *
 * Node's own decoder is not used: in Node 24 it stops after the first frame, and reports no error at the end of a file
 * that is cut off.
 */
async function unzstd(stored, damaged) {
    const decoder = new zstddec_stream__WEBPACK_IMPORTED_MODULE_0__/* .ZSTDDecoder */ .A();
    await decoder.init();
    return decoded(decoder, stored, damaged);
}
async function* decoded(decoder, stored, damaged) {
    const input = new InputQueue();
    // The decoder pulls its input, so it is advanced only while a chunk is waiting. That way it never runs out of input.
    const output = decoder.decodeStreaming(input);
    // On damaged data the decoder never makes progress again, and does not end.
    let idle = 0;
    try {
        for await (const chunk of stored) {
            if (chunk.length === 0)
                continue;
            input.waiting = chunk;
            while (input.waiting) {
                const { value } = output.next();
                if (value && value.length > 0) {
                    idle = 0;
                    yield value;
                }
                else if (++idle > input.emptyFrames) {
                    damaged('is damaged (zstd)');
                    return;
                }
            }
        }
        input.ended = true;
        for (;;) {
            const { value, done } = output.next();
            if (done)
                return;
            if (value.length > 0) {
                idle = 0;
                yield value;
            }
            else if (++idle > input.emptyFrames) {
                damaged('is damaged (zstd)');
                return;
            }
        }
    }
    catch (error) {
        if (!(error instanceof Error) || !/incomplete stream/i.test(error.message))
            throw error;
        damaged('is cut off (zstd)');
    }
}
class InputQueue {
    waiting;
    ended = false;
    /** Upper bound of the empty frames (9 bytes each, without output) in the chunk taken last, with some to spare. */
    emptyFrames = 0;
    *[Symbol.iterator]() {
        for (;;) {
            const chunk = this.waiting;
            if (!chunk) {
                if (this.ended)
                    return;
                throw new Error('the zstd decoder read past the end of its input');
            }
            this.waiting = undefined;
            this.emptyFrames = 2 + chunk.length / 9;
            yield chunk;
        }
    }
}


/***/ })

};
