export const id = 6523;
export const ids = [6523];
export const modules = {

/***/ 56523:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   startServerProgram: () => (/* binding */ startServerProgram)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
/* harmony import */ var node_url__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73136);
/* harmony import */ var _model_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72607);
var __rewriteRelativeImportExtension = (undefined && undefined.__rewriteRelativeImportExtension) || function (path, preserveJsx) {
    if (typeof path === "string" && /^\.\.?\//.test(path)) {
        return path.replace(/\.(tsx)$|((?:\.d)?)((?:\.[^./]+?)?)\.([cm]?)ts$/i, function (m, tsx, d, ext, cm) {
            return tsx ? preserveJsx ? ".jsx" : ".js" : d && (!ext || !cm) ? m : (d + ext + "." + cm.toLowerCase() + "js");
        });
    }
    return path;
};




/**
 * Starts the service's own program, which parses the command line itself. It is a separate bundle beside dist/: the
 * package contains it, a checkout has to build it, and the Actions never download it. Raises ConfigError if it is
 * missing.
 */
async function startServerProgram() {
    const [, main = ''] = process.argv;
    const program = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(main)), '../server/index.js');
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(program))
        throw new _model_index_js__WEBPACK_IMPORTED_MODULE_3__/* .ConfigError */ .xL('the service is not in this copy of querygate: in a checkout, build it with `npm ci && npm run build:server`, or install the package that `npm pack` creates');
    await import(__rewriteRelativeImportExtension(/* webpackIgnore: true */ (0,node_url__WEBPACK_IMPORTED_MODULE_2__.pathToFileURL)(program).href));
}


/***/ })

};
