export const id = 9269;
export const ids = [9269];
export const modules = {

/***/ 49269:
/***/ ((__webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.a(__webpack_module__, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
__webpack_require__.r(__webpack_exports__);
/* harmony import */ var _commands_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(74961);

// A worker thread of `querygate history collect`, started by src/entry/cli/history.ts.
await (0,_commands_index_js__WEBPACK_IMPORTED_MODULE_0__/* .runHistoryWorker */ .yE)();

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ })

};
