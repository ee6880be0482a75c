/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The configuration files of the papers: {@link org.isotach.config.FmconfigFile}, {@link
 * org.isotach.config.NetworkCfgFile} and {@link org.isotach.config.ShmemMapFile}. They make a {@link
 * org.isotach.Topology} and a {@link org.isotach.PageMap}, which know nothing of files.
 */
package org.isotach.config;
